export { createWorkspace } from './create-workspace.ts'
export { deleteWorkspace } from './delete-workspace.ts'
export { listWorkspaces } from './list-workspaces.ts'
export { updateWorkspace } from './update-workspace.ts'

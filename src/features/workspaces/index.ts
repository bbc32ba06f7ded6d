export { createWorkspace } from './create-workspace.ts'
export { listWorkspaces } from './list-workspaces.ts'
export { updateWorkspace } from './update-workspace.ts'

export { getProfile } from './get-profile.ts'
export { importProfile } from './import-profile.ts'
export { updateProfile } from './update-profile.ts'

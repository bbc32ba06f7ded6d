export { AccountPage } from './account-page.tsx'
export { ChangesPage } from './changes-page.tsx'
export { KeysPage } from './keys-page.tsx'
export { MembersPage } from './members-page.tsx'

export { ChangesDrawer } from '../figures/what-changed.tsx'
export { AlertsDrawer } from './alerts.tsx'
export { NotesDrawer } from './notes.tsx'

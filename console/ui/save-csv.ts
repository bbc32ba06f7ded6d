import { saveFile } from './save-file.ts'

/** Downloads CSV text as a file. */
export function saveCsv(text: string, name: string): void {
  // Spreadsheets need the byte order mark to detect UTF-8.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name)
}

import { saveFile } from './save-file.ts'

/** Has the browser keep a text of rows as a file of that name. */
export function saveCsv(text: string, name: string): void {
  // Spreadsheets take a file without the mark for one of their own alphabet.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name)
}

/** Saves what a URL on this origin holds. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function saveCsv(text: string, name: string): void {
  // Spreadsheets need the byte order mark to detect UTF-8.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name)
}

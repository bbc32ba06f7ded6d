import { useMutation } from '@tanstack/react-query'
import { callFile, type Problem } from '../../api/client.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Download formats of a report. */
export const fileTypes = { HTML: 'text/html', PDF: 'application/pdf' } as const

export type FileType = keyof typeof fileTypes

/** Downloads a report. The server creates the file from the stored report. */
export function useDownload(reportId: string) {
  const { workspaceId, brandId } = useBrand()
  return useMutation<void, Problem, FileType>({
    async mutationFn(type) {
      const input = { brand_id: brandId, report_id: reportId }
      const { content, name } = await callFile('get-report', input, fileTypes[type], { workspaceId })
      saveFile(content, name)
    },
  })
}

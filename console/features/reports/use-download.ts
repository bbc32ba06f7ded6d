import { useMutation } from '@tanstack/react-query'
import { callFile, type Problem } from '../../api/client.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { saveFile } from '../../ui/save-file.ts'

/** The files that a report is downloaded as. */
export const fileTypes = { HTML: 'text/html', PDF: 'application/pdf' } as const

export type FileType = keyof typeof fileTypes

/** Downloads a report: the server makes the file of what was stored. */
export function useDownload(reportId: string) {
  const { workspaceId, brandId } = useBrand()
  return useMutation<void, Problem, FileType>({
    async mutationFn(type) {
      const asked = { brand_id: brandId, report_id: reportId }
      const { content, name } = await callFile('get-report', asked, fileTypes[type], { workspaceId })
      saveFile(content, name)
    },
  })
}

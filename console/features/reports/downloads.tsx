import { useMutation } from '@tanstack/react-query'
import { callFile, type Problem } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'

const fileTypes = { HTML: 'text/html', PDF: 'application/pdf' } as const

/** Download buttons of a report. The PDF button explains if the server cannot create PDFs. */
export function Downloads({ reportId, title }: { reportId: string; title: string }) {
  const { data } = useRead('get-report-settings')
  const { workspaceId, brandId } = useBrand()
  const download = useMutation<void, Problem, keyof typeof fileTypes>({
    async mutationFn(type) {
      const input = { brand_id: brandId, report_id: reportId }
      const { content, name } = await callFile('get-report', input, fileTypes[type], { workspaceId })
      saveFile(content, name)
    },
  })
  const hasPdf = data?.data.can_make_pdf ?? true
  return (
    <span className="inline-flex flex-col items-end justify-end md:flex-row md:items-center">
      {download.error !== null && (
        <span role="alert" className="text-sm whitespace-normal text-down">
          {download.error.message}
        </span>
      )}
      {(['HTML', 'PDF'] as const).map((type) => {
        const isMissing = type === 'PDF' && !hasPdf
        return (
          <Button
            label={download.isPending && download.variables === type ? 'Creating…' : type}
            key={type}
            kind="quiet"
            aria-label={`Download ${title} as ${type}`}
            title={isMissing ? 'This server cannot create PDFs because Chromium is missing' : undefined}
            disabled={download.isPending || isMissing}
            onClick={() => download.mutate(type)}
          />
        )
      })}
    </span>
  )
}

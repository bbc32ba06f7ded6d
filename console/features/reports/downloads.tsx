import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { useDownload } from './use-download.ts'

/** Download buttons of a report. The PDF button explains if the server cannot create PDFs. */
export function Downloads({ reportId, title }: { reportId: string; title: string }) {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(read(workspaceId, 'get-report-settings', { brand_id: brandId }))
  const download = useDownload(reportId)
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
            key={type}
            kind="quiet"
            aria-label={`Download ${title} as ${type}`}
            title={isMissing ? 'This server cannot create PDFs because Chromium is missing' : undefined}
            disabled={download.isPending || isMissing}
            onClick={() => download.mutate(type)}
          >
            {download.isPending && download.variables === type ? 'Creating…' : type}
          </Button>
        )
      })}
    </span>
  )
}

import { useBrand } from '../../frame/brand.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

interface RunNowProps {
  engine: string
  label: string
  kind?: 'main' | 'plain'
}

export function RunNow({ engine, ...look }: RunNowProps) {
  const { brandId } = useBrand()
  const input = { operation: 'run-collection', brand_id: brandId, input: JSON.stringify({ engine }) }
  return <ActionButton operation="start-task" input={input} {...look} />
}

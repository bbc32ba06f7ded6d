import type { ReactNode } from 'react'
import type { Given, useWrite } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { WriteButton } from '../../ui/button.tsx'

interface RunNowProps {
  write: ReturnType<typeof useWrite<'start-task'>>
  engine: string
  kind?: 'main' | 'plain'
  children: ReactNode
}

export function RunNow({ engine, ...button }: RunNowProps) {
  const { brandId } = useBrand()
  const input = { operation: 'run-collection', brand_id: brandId, input: JSON.stringify({ engine }) }
  return <WriteButton<Given<'start-task'>> input={input} {...button} />
}

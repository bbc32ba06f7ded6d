interface Said {
  headline?: string | null
  cause?: string | null
  summary: string | null
}

/** A change’s headline and cause, and the longer explanation below. */
export function Sentences({ row: { headline, cause, summary } }: { row: Said }) {
  // Older reports have only the explanation.
  if (headline == null) return summary === null ? null : <p className="max-w-3xl">{summary}</p>
  return (
    <>
      <p className="max-w-3xl">
        <bdi>{[headline, cause].filter(Boolean).join(' ')}</bdi>
      </p>
      {summary !== null && <p className="mt-1 max-w-3xl text-sm text-muted">{summary}</p>}
    </>
  )
}

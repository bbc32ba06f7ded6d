interface Said {
  headline?: string | null
  cause?: string | null
  summary: string | null
}

/** What the API says about a change: its headline and cause, and the longer explanation below. */
export function Sentences({ row: { headline, cause, summary } }: { row: Said }) {
  // Reports of older releases have the explanation alone.
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

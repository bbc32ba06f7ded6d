/** How far something is. Without a total, only that it continues. */
export const Progress = ({ done, total }: { done: number; total: number | null }) => (
  <progress
    aria-label="Progress"
    className="h-1.5 w-full max-w-md accent-[var(--accent)]"
    {...(total ? { value: done, max: total } : {})}
  />
)

/** A link to an external page that shows its host. Only http and https URLs become links. */
export function ExternalLink({ url, domain, title }: { url: string; domain: string; title: string | null }) {
  const text = <bdi>{title ?? url}</bdi>
  return (
    <>
      {/^https?:\/\//i.test(url) ? (
        <a
          href={url}
          rel="noopener noreferrer nofollow"
          target="_blank"
          className="underline decoration-line-strong hover:decoration-accent"
        >
          {text}
        </a>
      ) : (
        text
      )}
      {title !== null && <bdi className="block text-sm text-muted">{domain}</bdi>}
    </>
  )
}

interface OutsideLinkProps {
  url: string
  domain: string
  title: string | null
}

/** A page elsewhere: its host stands beside it before anybody follows it; nothing but web addresses becomes a link. */
export function ExternalLink({ url, domain, title }: OutsideLinkProps) {
  const text = <bdi className="[overflow-wrap:anywhere]">{title ?? url}</bdi>
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
      {title !== null && (
        <span className="block text-sm text-muted">
          <bdi>{domain}</bdi>
        </span>
      )}
    </>
  )
}

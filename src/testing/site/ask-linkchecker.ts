import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSite } from './serve-site.ts'

// Prints the broken links that Debian's linkchecker finds on the site of Apache Flink, page by page: the
// table `linkchecker-flink.txt`. It reports a URL once per run, so each page is checked in a separate run.
const [folder = ''] = process.argv.slice(2)
// Without this header it sends at most 10 requests per second.
const options = { publishedAs: 'https://flink.apache.org', headers: { LinkChecker: 'facts' } }
const site = await serveSite(folder, options)
const configuration = join(mkdtempSync(join(tmpdir(), 'linkchecker-')), 'linkcheckerrc')
// By default, URLs outside a page's folder count as another site.
const isSite = `[filtering]\ninternlinks=^${site.origin.replaceAll('.', '\\.')}/\n`
writeFileSync(configuration, `[checking]\nmaxrequestspersecond=1000\n${isSite}`)

/** A run's result for each checked URL. */
function linkchecker(...words: string[]): Promise<{ address: string; isValid: boolean; isPage: boolean }[]> {
  const flags = ['-f', configuration, '--no-status', '-v', '-o', 'csv', ...words]
  return new Promise((resolve) => {
    // It exits with 1 if it finds a broken link.
    execFile('linkchecker', flags, { maxBuffer: 1 << 30 }, (_error, stdout) => resolve(readRows(stdout)))
  })
}

function readRows(csv: string) {
  const [columns = [], ...rows] = fieldsOf(csv.replaceAll(/^#.*\r?\n/gm, ''))
  const at = (row: readonly string[], column: string) => row[columns.indexOf(column)] ?? ''
  return rows.map((row) => ({
    address: at(row, 'url'),
    isValid: at(row, 'valid') === 'True',
    isPage: at(row, 'result') === '200 OK',
  }))
}

/** Fields between semicolons, with quoted ones unquoted. */
function fieldsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ';') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}

const isHtml = (address: string) => /(\/|\.html)$/.test(address)
const read = await linkchecker(`${site.origin}/`)
const addresses = read.filter(({ isPage }) => isPage).map(({ address }) => address.replace(/#.*/, ''))
const pages = [...new Set(addresses)].filter((address) => address.startsWith(site.origin) && isHtml(address))
for (const page of pages.sort()) {
  const links = await linkchecker('-r1', page)
  const broken = new Set(links.filter(({ isValid }) => !isValid).map(({ address }) => address))
  console.log([page, ...[...broken].sort()].map((address) => address.replace(site.origin, '')).join('\n\t'))
}
await site.close()

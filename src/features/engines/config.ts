import { type ConfigOf, list, type Section, variable } from '../../lib/environment.ts'

const engines = (value: string) =>
  list(value).map((item) => {
    const [slug = '', name = slug] = item.split(':')
    if (!/^[a-z0-9-]{1,40}$/.test(slug)) throw new Error('must list slug:Name pairs; slugs can contain a-z, 0-9 and -')
    return { slug, name }
  })

export const config = {
  ENGINES: variable(engines, '', 'Additional AI search engines, as comma-separated slug:Name pairs'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}

import { a, aaaa, belowOf, cname, hostBelow, type Preset, type PresetField } from './preset.ts'

const hostField = (label: string, suffix: string): PresetField => ({
  key: 'host',
  label,
  example: `example.${suffix}`,
  pattern: belowOf(suffix),
  fault: `Enter a name such as example.${suffix}.`,
})

const blocks = [0, 1, 2, 3]

export const githubPages: Preset = {
  id: 'github-pages',
  name: 'GitHub Pages',
  kind: 'site',
  source: { whose: 'GitHub', page: 'Managing a custom domain for your GitHub Pages site' },
  fields: [hostField('Site of the user or organization', 'github.io')],
  records: ({ host = '' }) => [
    ...blocks.map((block) => a(`185.199.${108 + block}.153`)),
    ...blocks.map((block) => aaaa(`2606:50c0:800${block}::153`)),
    cname('www', hostBelow(host, 'github.io')),
  ],
}

export const netlify: Preset = {
  id: 'netlify',
  name: 'Netlify',
  kind: 'site',
  source: { whose: 'Netlify', page: 'Configure external DNS for a custom domain' },
  fields: [hostField('Site', 'netlify.app')],
  records: ({ host = '' }) => [a('75.2.60.5'), cname('www', hostBelow(host, 'netlify.app'))],
}

export const vercel: Preset = {
  id: 'vercel',
  name: 'Vercel',
  kind: 'site',
  source: { whose: 'Vercel', page: 'Setting up a custom domain' },
  fields: [],
  records: () => [a('76.76.21.21'), cname('www', 'cname.vercel-dns-0.com')],
}

export const shopify: Preset = {
  id: 'shopify',
  name: 'Shopify',
  kind: 'site',
  source: { whose: 'Shopify', page: 'Connecting a third-party domain manually' },
  fields: [],
  records: () => [a('23.227.38.65'), aaaa('2620:127:f00f:5::'), cname('www', 'shops.myshopify.com')],
}

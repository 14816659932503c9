import { belowOf, cname, given, hostBelow, mx, type Preset, txt } from './preset.ts'

const mailSuffix = 'mail.protection.outlook.com'

const selector = (number: 1 | 2) =>
  ({
    key: `selector${number}`,
    label: `DKIM, selector${number}`,
    example: `selector${number}-example-com._domainkey.example.onmicrosoft.com`,
    isOptional: true,
    pattern: new RegExp(`^selector${number}-[a-z0-9-]+\\._domainkey(\\.[a-z0-9-]+){2,6}\\.?$`, 'i'),
    fault: `Paste the whole target of selector${number}._domainkey.`,
  }) as const

const withoutRoot = (host: string): string => host.toLowerCase().replace(/\.$/, '')

export const microsoft365: Preset = {
  id: 'microsoft-365',
  name: 'Microsoft 365',
  kind: 'mail',
  source: { whose: 'Microsoft', page: 'Add DNS records to connect your domain' },
  fields: [
    {
      key: 'mailHost',
      label: 'Mail server',
      example: `example-com.${mailSuffix}`,
      pattern: belowOf(mailSuffix),
      fault: `Enter the host that Microsoft shows for MX, such as example-com.${mailSuffix}.`,
    },
    {
      key: 'proof',
      label: 'Verification text',
      example: 'MS=ms12345678',
      isOptional: true,
      pattern: /^MS=ms\d{4,16}$/i,
      fault: 'Enter the text that Microsoft shows, such as MS=ms12345678.',
    },
    selector(1),
    selector(2),
  ],
  records: ({ mailHost = '', proof, selector1, selector2 }) => [
    mx(0, hostBelow(mailHost, mailSuffix)),
    cname('autodiscover', 'autodiscover.outlook.com'),
    txt('v=spf1 include:spf.protection.outlook.com -all'),
    ...given(proof, (text) => [txt(text)]),
    ...given(selector1, (host) => [cname('selector1._domainkey', withoutRoot(host))]),
    ...given(selector2, (host) => [cname('selector2._domainkey', withoutRoot(host))]),
  ],
}

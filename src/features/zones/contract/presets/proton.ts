import { cname, given, mx, type Preset, txt } from './preset.ts'

const selectors = ['protonmail', 'protonmail2', 'protonmail3']
const suffix = 'domains.proton.ch'

export const protonMail: Preset = {
  id: 'proton-mail',
  name: 'Proton Mail',
  kind: 'mail',
  source: { whose: 'Proton', page: 'How to use a custom domain with Proton Mail' },
  fields: [
    {
      key: 'proof',
      label: 'Verification text',
      example: 'protonmail-verification=0123456789abcdef',
      isOptional: true,
      pattern: /^protonmail-verification=\w{8,100}$/,
      fault: 'Paste the text that Proton shows, which begins with protonmail-verification=.',
    },
    {
      key: 'dkim',
      label: 'Target of protonmail._domainkey',
      example: `protonmail.domainkey.d….${suffix}`,
      isOptional: true,
      pattern: /^protonmail\.domainkey\.d[a-z0-9]{8,62}\.domains\.proton\.ch\.?$/i,
      fault: `Paste the whole target, which ends in ${suffix}. The other two targets are derived from it.`,
    },
  ],
  records: ({ proof, dkim }) => [
    mx(10, 'mail.protonmail.ch'),
    mx(20, 'mailsec.protonmail.ch'),
    txt('v=spf1 include:_spf.protonmail.ch ~all'),
    ...given(proof, (text) => [txt(text)]),
    ...given(dkim, (target) => {
      const [, , own = ''] = target.toLowerCase().split('.')
      return selectors.map((selector) =>
        cname(`${selector}._domainkey`, `${selector}.domainkey.${own}.${suffix}`),
      )
    }),
  ],
}

import { domainKey, given, mx, type Preset, txt } from './preset.ts'

/** The mail servers depend on the region of the account. */
const zohoOf = (ending: 'com' | 'in', region: string): Preset => ({
  id: `zoho-mail-${ending}`,
  name: `Zoho Mail, ${region} (zoho.${ending})`,
  kind: 'mail',
  source: { whose: 'Zoho', page: 'Configure email delivery - update MX records' },
  fields: [
    {
      key: 'proof',
      label: 'Verification text',
      example: `zoho-verification=zb12345678.zmverify.zoho.${ending}`,
      isOptional: true,
      pattern: /^zoho-verification=[\w.-]{4,100}$/i,
      fault: 'Paste the text that Zoho shows, which begins with zoho-verification=.',
    },
    { key: 'dkim', ...domainKey, label: 'DKIM record of the selector zmail' },
  ],
  records: ({ proof, dkim }) => [
    mx(10, `mx.zoho.${ending}`),
    mx(20, `mx2.zoho.${ending}`),
    mx(50, `mx3.zoho.${ending}`),
    txt(`v=spf1 include:zoho.${ending} ~all`),
    ...given(proof, (text) => [txt(text)]),
    ...given(dkim, (text) => [txt(text, { name: 'zmail._domainkey' })]),
  ],
})

export const zohoMail = [zohoOf('com', 'United States'), zohoOf('in', 'India')]

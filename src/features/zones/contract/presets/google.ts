import { domainKey, given, mx, type Preset, txt } from './preset.ts'

export const googleWorkspace: Preset = {
  id: 'google-workspace',
  name: 'Google Workspace',
  kind: 'mail',
  source: { whose: 'Google', page: 'Set up MX records' },
  fields: [{ key: 'dkim', ...domainKey }],
  records: ({ dkim }) => [
    mx(1, 'smtp.google.com'),
    txt('v=spf1 include:_spf.google.com ~all'),
    ...given(dkim, (text) => [txt(text, { name: 'google._domainkey' })]),
  ],
}

const begin = 'google-site-verification='

export const googleProof: Preset = {
  id: 'google-site-verification',
  name: 'Google site verification',
  kind: 'proof',
  source: { whose: 'Google', page: 'Verify your site ownership' },
  fields: [
    {
      key: 'token',
      label: 'Verification text',
      example: `${begin}rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ`,
      pattern: /^(google-site-verification=)?[\w-]{20,100}$/,
      fault: `Paste the text that Google shows, which begins with ${begin}.`,
    },
  ],
  records: ({ token = '' }) => [txt(token.startsWith(begin) ? token : begin + token)],
}

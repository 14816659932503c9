import { cname, mx, type Preset, txt } from './preset.ts'

export const fastmail: Preset = {
  id: 'fastmail',
  name: 'Fastmail',
  kind: 'mail',
  source: { whose: 'Fastmail', page: 'Manual DNS configuration' },
  fields: [],
  records: (_, zone) => [
    mx(10, 'in1-smtp.messagingengine.com'),
    mx(20, 'in2-smtp.messagingengine.com'),
    txt('v=spf1 include:spf.messagingengine.com ?all'),
    ...['fm1', 'fm2', 'fm3'].map((selector) =>
      cname(`${selector}._domainkey`, `${selector}.${zone}.dkim.fmhosted.com`),
    ),
  ],
}

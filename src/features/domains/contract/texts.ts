/** Texts of the domains page and its toasts. */
export const texts = {
  title: 'Domain Management',
  subtitle: 'Register and manage your digital identity with DNS and SSL control',
  loading: 'Loading Domains...',
  list: 'Your Domains',
  noDomains: 'No domains yet. Register your first domain!',
  selectDomain: 'Select a Domain',
  registered: 'Domain registration initiated',
  copied: 'Copied',
  copiedText: 'Value copied to clipboard',
  error: 'Error',
  testCertificate:
    'Test certificate. Browsers will show a warning until your host connects a public certificate authority.',
  sslSoon: 'SSL certificate management coming soon',
} as const

const statusNames = new Map<string, string>(
  Object.entries({ active: 'Active', pending: 'Pending', expired: 'Expired', error: 'Error' }),
)

/** The label of a status, 'Unknown' for an unrecognized one. */
export const statusName = (status: string): string => statusNames.get(status) ?? 'Unknown'

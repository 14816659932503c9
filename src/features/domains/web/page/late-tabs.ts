import { lazyPart } from '#web/ui/lazy-part.tsx'

// The tabs that a domain does not open on.
export const SubdomainsTab = lazyPart(() => import('../subdomains/subdomains-tab.tsx'), 'SubdomainsTab')
export const SettingsTab = lazyPart(() => import('../settings/settings-tab.tsx'), 'SettingsTab')

import { lazyPart } from '#web/ui/lazy-part.tsx'

// Tabs that are not open at first.
export const SubdomainsTab = lazyPart(() => import('../subdomains/subdomains-tab.tsx'), 'SubdomainsTab')
export const SettingsTab = lazyPart(() => import('../settings/settings-tab.tsx'), 'SettingsTab')

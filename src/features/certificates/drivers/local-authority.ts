import type { CertificateAuthority, Order } from './certificate-authority.ts'
import { type Root, signLeaf } from './sign.ts'

/** Signs with a key of this installation, which nobody knows beyond it. */
export function createLocalAuthority(openRoot: () => Promise<Root>) {
  return {
    id: 'local',
    name: 'local',
    mode: 'embedded' as const,
    check: async () => ({
      isHealthy: true,
      version: null,
      message:
        'Certificates come from an authority of this portal: browsers trust them once its certificate is installed, which everybody can download.',
    }),
    issue: async ({ names, now }: Pick<Order, 'names' | 'now'>) => signLeaf(await openRoot(), names, now),
    readRoot: async () => (await openRoot()).certificate,
  } satisfies CertificateAuthority
}

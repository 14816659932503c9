import type { Registrar } from './registrar.ts'

const aYearAfter = (now: Date): Date => {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end
}

/** Registers names in the portal's own table only, where each is unique. */
export const localRegistrar: Registrar = {
  name: 'local',
  mode: 'embedded',
  limitation: 'Test registrar: domains are not registered with any registry.',
  check: async () => ({ isHealthy: true, version: null, message: null }),
  register: async ({ now }) => ({ expiresAt: aYearAfter(now) }),
}

import type { Registrar } from './registrar.ts'

const aYearAfter = (now: Date): Date => {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end
}

/** Registers names in the portal's own table, where each is unique, and nowhere else. */
export const localRegistrar: Registrar = {
  name: 'local',
  mode: 'embedded',
  check: async () => ({
    isHealthy: true,
    version: null,
    message:
      'Names are registered in this portal alone: nobody is asked whether one is free in the world, and no registry learns of it.',
  }),
  register: async ({ now }) => ({ expiresAt: aYearAfter(now) }),
}

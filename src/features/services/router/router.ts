import { z } from 'zod'
import { customer } from '#server/trpc/trpc.ts'
import { byId, page } from '#shared/schema.ts'
import { serviceOutput, websiteOutput } from '../contract/contract.ts'
import { logInput, logOutput, settingsInput, settingsOutput, statusOutput } from '../contract/control.ts'
import { setDomainInput } from '../contract/domain.ts'
import { limitsOutput } from '../contract/limits.ts'
import { setNameInput } from '../contract/name.ts'
import { overviewOutput } from '../contract/overview.ts'
import { timelineInput, timelineOutput } from '../contract/timeline.ts'
import { readServerLog, restartServer, setAutoRestart, startServer, stopServer } from '../control.ts'
import { readLimits } from '../limits.ts'
import { listOverview } from '../overview.ts'
import { getService, listServices } from '../service.ts'
import { setDomain } from '../set-domain.ts'
import { setName } from '../set-name.ts'
import { readTimeline } from '../timeline/timeline.ts'
import { listWebsites } from '../websites.ts'

/** Part of the procedure group `servers`; the measurements are those of monitoring. */
export const servicesProcedures = {
  list: customer
    .meta({
      shared: { from: 'any', by: {} },
      rest: ['GET /api/user-services', 'GET /api/user/services'],
      summary: 'Lists your services, newest first.',
    })
    .input(page.optional())
    .output(z.array(serviceOutput))
    .query(({ ctx, input }) => listServices(ctx, input)),
  get: customer
    .meta({
      shared: { from: 'any', by: { id: 'service' } },
      rest: 'GET /api/user-services/:id',
      summary: 'Shows one of your services.',
    })
    .input(byId)
    .output(serviceOutput)
    .query(({ ctx, input }) => getService(ctx, input)),
  setDomain: customer
    .meta({
      rest: 'PUT /api/user-services/:id/domain',
      summary: 'Sets, changes or removes the domain of a service.',
      example: { domain: 'shop.example.com' },
    })
    .input(setDomainInput)
    .output(serviceOutput)
    .mutation(({ ctx, input }) => setDomain(ctx, input)),
  setName: customer
    .meta({
      rest: 'PUT /api/user-services/:id/name',
      summary: 'Sets or removes the name of a service.',
      example: { name: 'Shop' },
    })
    .input(setNameInput)
    .output(serviceOutput)
    .mutation(({ ctx, input }) => setName(ctx, input)),
  limits: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'service' } },
      summary: 'Shows the limits of a service’s plan.',
    })
    .input(byId)
    .output(limitsOutput)
    .query(({ ctx, input }) => readLimits(ctx, input)),
  timeline: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'service' } },
      summary: 'Lists the events of a site, newest first.',
    })
    .input(timelineInput)
    .output(timelineOutput)
    .query(({ ctx, input }) => readTimeline(ctx, input)),
  overview: customer
    .meta({
      shared: { from: 'viewer', by: {} },
      summary: 'Lists your services for the dashboard, with their problems.',
    })
    .output(z.array(overviewOutput))
    .query(({ ctx }) => listOverview(ctx)),
  websites: customer
    .meta({
      shared: { from: 'viewer', by: {} },
      rest: 'GET /api/websites',
      summary: 'Lists your websites with their addresses.',
    })
    .output(z.array(websiteOutput))
    .query(({ ctx }) => listWebsites(ctx)),
  log: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'service' } },
      rest: 'GET /api/server-logs/:id',
      summary: 'Shows the last lines of a web server log.',
      poll: true,
    })
    .input(logInput)
    .output(logOutput)
    .query(({ ctx, input }) => readServerLog(ctx, input)),
  start: customer
    .meta({
      shared: { from: 'developer', by: { id: 'service' } },
      rest: 'POST /api/server-start/:id',
      summary: 'Starts a stopped server.',
    })
    .input(byId)
    .output(statusOutput)
    .mutation(({ ctx, input }) => startServer(ctx, input)),
  stop: customer
    .meta({
      shared: { from: 'developer', by: { id: 'service' } },
      rest: 'POST /api/server-stop/:id',
      summary: 'Stops a running server.',
    })
    .input(byId)
    .output(statusOutput)
    .mutation(({ ctx, input }) => stopServer(ctx, input)),
  restart: customer
    .meta({
      shared: { from: 'developer', by: { id: 'service' } },
      rest: 'POST /api/server-restart/:id',
      summary: 'Restarts a running server.',
      status: 202,
    })
    .input(byId)
    .output(statusOutput)
    .mutation(({ ctx, input }) => restartServer(ctx, input)),
  settings: customer
    .meta({
      shared: { from: 'developer', by: { id: 'service' } },
      rest: 'POST /api/server-settings/:id',
      summary: 'Turns the automatic restart of a server on or off.',
      example: { autoRestart: true },
    })
    .input(settingsInput)
    .output(settingsOutput)
    .mutation(({ ctx, input }) => setAutoRestart(ctx, input)),
}

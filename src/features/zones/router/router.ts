import { z } from 'zod'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { presetInput, presetOutput } from '../contract/preset-input.ts'
import {
  addRecordInput,
  changeOutput,
  previewInput,
  previewOutput,
  recordOutput,
  removeRecordInput,
  setRecordInput,
  undoInput,
} from '../contract/records.ts'
import { seenByOutput } from '../contract/seen-by.ts'
import { addSubdomainInput, bySubdomainId, subdomainOutput } from '../contract/subdomains.ts'
import { importInput, importOutput, maxZoneBodyBytes } from '../contract/zone-file/zone-file.ts'
import { zoneServingOutput } from '../contract/zone-serving.ts'
import { addPreset } from '../presets/preset.ts'
import { listChanges } from '../service/history.ts'
import { previewChange } from '../service/preview.ts'
import { addRecord, listRecords, removeRecord, setRecord } from '../service/records.ts'
import { seeDomain } from '../service/seen-by.ts'
import { addSubdomain, listSubdomains, removeSubdomain } from '../service/subdomains.ts'
import { undoChange } from '../service/undo.ts'
import { getZoneServing } from '../service/zone-serving.ts'
import { importZone } from '../zone-file/import.ts'

const aRecord = { type: 'MX', name: '@', value: 'mail.example.com', ttl: 3_600, priority: 10 }

const dnsRouter = router({
  list: customer
    .meta({ rest: 'GET /api/domains/:id/dns', summary: 'Lists the DNS records of a domain.' })
    .input(byId)
    .output(z.array(recordOutput))
    .query(({ ctx, input }) => listRecords(ctx, input)),
  serving: customer
    .meta({
      rest: 'GET /api/domains/:id/dns/serving',
      summary: 'Returns why the name server does not serve the stored records, or null if it does.',
    })
    .input(byId)
    .output(zoneServingOutput)
    .query(({ ctx, input }) => getZoneServing(ctx, input)),
  add: customer
    .meta({
      rest: 'POST /api/domains/:id/dns',
      summary: 'Adds a DNS record to a domain.',
      example: aRecord,
      status: 201,
    })
    .input(addRecordInput)
    .output(recordOutput)
    .mutation(({ ctx, input }) => addRecord(ctx, input)),
  preview: customer
    .meta({
      rest: 'POST /api/domains/:id/dns/preview',
      summary: 'Previews the effects of a DNS record change.',
      scope: 'domains:read',
      example: { record: aRecord },
    })
    .input(previewInput)
    .output(previewOutput)
    .mutation(({ ctx, input }) => previewChange(ctx, input)),
  import: customer
    .meta({
      rest: 'POST /api/domains/:id/dns/import',
      summary: 'Previews the changes of a zone file, or with `apply` replaces the zone with its records.',
      example: { zoneFile: 'www 3600 IN A 192.0.2.1', apply: false },
      maxBodyBytes: maxZoneBodyBytes,
      heavy: true,
    })
    .input(importInput)
    .output(importOutput)
    .mutation(({ ctx, input }) => importZone(ctx, input)),
  preset: customer
    .meta({
      rest: 'POST /api/domains/:id/dns/preset',
      summary: 'Previews the records of a provider, or with `apply` adds them.',
      example: { preset: 'google-workspace', values: {}, apply: false },
    })
    .input(presetInput)
    .output(presetOutput)
    .mutation(({ ctx, input }) => addPreset(ctx, input)),
  set: customer
    .meta({
      rest: 'PUT /api/domains/:id/dns/:recordId',
      summary: 'Changes a DNS record of a domain.',
      example: aRecord,
    })
    .input(setRecordInput)
    .output(recordOutput)
    .mutation(({ ctx, input }) => setRecord(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/domains/:id/dns/:recordId', summary: 'Deletes a DNS record of a domain.' })
    .input(removeRecordInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeRecord(ctx, input)),
  history: customer
    .meta({
      rest: 'GET /api/domains/:id/history',
      summary: 'Lists the DNS changes of a domain, newest first.',
      heavy: true,
    })
    .input(byId)
    .output(z.array(changeOutput))
    .query(({ ctx, input }) => listChanges(ctx, input)),
  undo: customer
    .meta({
      rest: 'POST /api/domains/:id/history/:changeId/undo',
      summary: 'Undoes a DNS change.',
    })
    .input(undoInput)
    .output(z.array(recordOutput))
    .mutation(({ ctx, input }) => undoChange(ctx, input)),
})

const subdomainsRouter = router({
  list: customer
    .meta({ rest: 'GET /api/domains/:id/subdomains', summary: 'Lists the subdomains of a domain.' })
    .input(byId)
    .output(z.array(subdomainOutput))
    .query(({ ctx, input }) => listSubdomains(ctx, input)),
  add: customer
    .meta({
      rest: 'POST /api/domains/:id/subdomains',
      summary: 'Points a name below a domain to an address or a host, or redirects it to a URL.',
      example: { name: 'shop', target: '192.0.2.1' },
      status: 201,
    })
    .input(addSubdomainInput)
    .output(subdomainOutput)
    .mutation(({ ctx, input }) => addSubdomain(ctx, input)),
  remove: customer
    .meta({
      rest: 'DELETE /api/domains/:id/subdomains/:subId',
      summary: 'Deletes a subdomain and its DNS record.',
    })
    .input(bySubdomainId)
    .output(ok)
    .mutation(({ ctx, input }) => removeSubdomain(ctx, input)),
})

/** The zone procedures of the `domains` group. */
export const zoneProcedures = {
  seenBy: customer
    .meta({
      rest: 'GET /api/domains/:id/seen-by',
      summary: 'Compares the answers of our servers with those of public resolvers for a domain.',
    })
    .input(byId)
    .output(seenByOutput)
    .query(({ ctx, input }) => seeDomain(ctx, input)),
  dns: dnsRouter,
  subdomains: subdomainsRouter,
}

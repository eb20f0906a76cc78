import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { endpoints } from '../../contract/nouns.ts'
import { pathOf } from '../../server/testing/client.ts'
import type { Hospital } from '../../testbed/hospital.ts'
import type { Server } from '../../testbed/servers.ts'
import { lantern, withWeb } from '../chaos/servers.ts'
import type { Call, Target } from './attack.ts'
import { startCareless } from './careless.ts'
import { certificate } from './certificates.ts'
import { tlsWay } from './ways.ts'

export interface Started extends Target {
  stop(): Promise<void>
}

export async function startLantern(hospital: Hospital): Promise<Started> {
  const server = await withWeb(lantern).start(hospital)
  const servers = [server]
  const token = () => server.token('admin')
  return {
    name: 'Lantern',
    origin: server.origin,
    async startTls() {
      const { keyFile, certFile } = certificate(hospital.place, 'lantern', 3072)
      const files = { TLS_KEY_FILE: keyFile, TLS_CERT_FILE: certFile, PUBLIC_URL: 'https://localhost' }
      const secure = await lantern.start(hospital, 0, { LANTERN_WEB: '', ...files })
      servers.push(secure)
      return secure.origin
    },
    token,
    calls: () => lanternCalls(server, token),
    async stop() {
      for (const { signal } of servers) signal('SIGKILL')
      await Promise.all(servers.map(({ ended }) => ended))
    },
  }
}

export async function startControl(hospital: Hospital): Promise<Started> {
  const { origin, stop } = await startCareless(hospital.ownerUrl)
  return {
    name: 'careless server',
    origin,
    async startTls() {
      const { keyFile, certFile } = certificate(hospital.place, 'careless', 1024)
      const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)]
      return tlsWay(origin, { key, cert, minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' })
    },
    token: async () => 'anything',
    calls: async () => [
      { name: 'listPatients', method: 'GET', path: '/api/patients?search=ada' },
      { name: 'duplicates', method: 'POST', path: '/api/patients/duplicates', body: { lastName: 'ada' } },
    ],
    stop,
  }
}

/** Calls that search, sort and filter, and one of each kind of write. */
async function lanternCalls({ origin }: Server, token: () => Promise<string>): Promise<Call[]> {
  const headers = { authorization: `Bearer ${await token()}` }
  const answer = await fetch(`${origin}/api/patients?limit=1`, { headers })
  const { items } = (await answer.json()) as { items: [{ id: string; lastName: string; mrn: string }] }
  const [{ id, lastName, mrn }] = items
  const reads = endpoints.filter(({ query, path, permission }) => {
    const ofPatient = !path.includes('{') || path.startsWith('/patients/{id}')
    return query && ofPatient && permission !== 'public'
  })
  return [
    {
      name: 'signing in',
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: { email: 'nobody@demo.test', password: 'lantern-demo-2026' },
      isPublic: true,
    },
    {
      name: 'findProbableDuplicates',
      method: 'POST',
      path: '/api/patients/duplicates',
      body: { firstName: 'Ada', lastName, dateOfBirth: '1980-01-01' },
    },
    { name: 'addSupplier', method: 'POST', path: '/api/suppliers', body: { name: 'Lamp', contact: 'Wick' } },
    {
      name: 'recordAllergy',
      method: 'POST',
      path: `/api/patients/${id}/allergies`,
      body: { substance: 'Latex', reaction: 'Rash', severity: 'MILD', certainty: 'CONFIRMED' },
    },
    ...reads.map((endpoint): Call => {
      const schema = z.toJSONSchema(endpoint.query ?? z.object(), { io: 'input', unrepresentable: 'any' })
      const fields = Object.entries((schema.properties ?? {}) as Record<string, { enum?: string[] }>)
      const values = fields.flatMap(([name, field]): [string, string][] => {
        if (name === 'search') return [[name, mrn]]
        return field.enum?.[0] ? [[name, field.enum[0]]] : []
      })
      const query = new URLSearchParams(values)
      return { name: endpoint.name, method: 'GET', path: `${pathOf(endpoint, { id })}?${query}` }
    }),
  ]
}

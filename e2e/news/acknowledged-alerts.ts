import { type FullConfig, request } from '@playwright/test'
import { call, signInAnew } from '../people.ts'

/** Acknowledges the demo hospital's open alert, which would be told to the doctors of stories after 15 minutes. */
export default async function acknowledgeAlerts({ projects: [project] }: FullConfig): Promise<void> {
  const doctor = await request.newContext({ baseURL: project?.use.baseURL })
  await signInAnew(doctor, 'doctor')
  const warnings: { vitalSignsId: string; alert: { acknowledged: object | null } | null }[] = await call(
    doctor,
    'GET',
    '/early-warnings',
  )
  for (const { vitalSignsId, alert } of warnings) {
    if (alert && !alert.acknowledged) await call(doctor, 'POST', `/vitals/${vitalSignsId}/acknowledge`)
  }
  await doctor.dispose()
}

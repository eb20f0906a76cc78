import { type FullConfig, request } from '@playwright/test'
import { call, signInAnew } from '../people.ts'

/** Acknowledges the demo hospital's open alert. After 15 minutes, it would go to the doctors of stories. */
export default async function acknowledgeAlerts({ projects: [project] }: FullConfig): Promise<void> {
  const doctor = await request.newContext({ ...(project?.use.baseURL && { baseURL: project.use.baseURL }) })
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

import type { TestApp } from '../app.ts'

/** While the trail takes no entry of an action: what can't be on record must not be done either. */
export async function whileRefused(app: TestApp, action: string, act: () => Promise<void>): Promise<void> {
  await app.flushAudit()
  await app.asOwner(`alter table audit_entry add constraint planted check (action <> '${action}') not valid`)
  try {
    await act()
  } finally {
    await app.asOwner('alter table audit_entry drop constraint planted')
  }
}

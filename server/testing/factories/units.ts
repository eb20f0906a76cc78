import type { z } from 'zod'
import { addUnit, type UnitForm } from '../../../contract/wards/unit-changes.ts'
import { type Unit } from '../../../contract/wards/units.ts'
import type { Client } from '../client.ts'

let made = 0

export function unitForm(form: Partial<z.input<typeof UnitForm>> = {}): z.input<typeof UnitForm> {
  made++
  return { name: `Ward ${made} East`, ward: 'GENERAL', floor: null, phone: null, ...form }
}

export async function givenUnit(admin: Client, form: Partial<z.input<typeof UnitForm>> = {}): Promise<Unit> {
  return (await admin.call(addUnit, { body: unitForm(form) })).body
}

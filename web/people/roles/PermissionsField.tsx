import { Checkbox, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { doctorsOnly } from '../../../contract/people/grantable.ts'
import { permissionAreas } from '../../../contract/people/permission-words.ts'
import type { Permission } from '../../../contract/permissions.ts'
import classes from './PermissionsField.module.css'
import { actWords, others, withoutPermission, withPermission } from './role-form.ts'

const none: Permission[] = []

/** The permissions that a role of doctors, or of others, can have, by area; with a preview in words. */
export function PermissionsField({
  label,
  areDoctors,
  error,
  value = none,
  onChange,
}: {
  label: string
  areDoctors: boolean
  error?: ReactNode
  value?: Permission[]
  onChange: (chosen: Permission[]) => void
}) {
  const areas = permissionAreas.filter(
    ({ acts }) => areDoctors || !acts.some(([one]) => doctorsOnly.includes(one)),
  )
  return (
    <Input.Wrapper
      component="div"
      labelElement="div"
      label={label}
      description={
        areDoctors
          ? 'Accounts and the audit log stay with administrators.'
          : 'Prescribing, diagnosing, notes and consultations stay with doctors; accounts and the audit log with administrators.'
      }
      error={error}
    >
      <div className={classes.areas}>
        {areas.map(({ area, acts }) => (
          <fieldset key={area} className={classes.area}>
            <legend>{area}</legend>
            <div className={classes.acts}>
              {acts.map(([permission, act]) => (
                <Checkbox
                  key={permission}
                  // The boxes are close together, so each needs the 24 px of a touch target.
                  size="md"
                  label={act}
                  checked={value.includes(permission)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange((checked ? withPermission : withoutPermission)(value, permission))
                  }
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className={classes.preview} role="status" aria-label="What this role allows">
        <p>
          <b>May:</b> {actWords(value) || 'See the dashboard only'}
        </p>
        <p>
          <b>May not:</b> {actWords(others(value, areDoctors)) || 'Everything can be done'}
        </p>
      </div>
    </Input.Wrapper>
  )
}

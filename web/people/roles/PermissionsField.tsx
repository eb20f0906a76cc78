import { Checkbox, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { permissionAreas } from '../../../contract/people/permission-words.ts'
import type { Permission } from '../../../contract/permissions.ts'
import classes from './PermissionsField.module.css'
import { actWords, others, withoutPermission, withPermission } from './role-form.ts'

const none: Permission[] = []

/** The permissions of a role, by area, with a preview in words. */
export function PermissionsField({
  label,
  error,
  value = none,
  onChange,
}: {
  label: string
  error?: ReactNode
  value?: Permission[]
  onChange: (chosen: Permission[]) => void
}) {
  return (
    <Input.Wrapper
      component="div"
      labelElement="div"
      label={label}
      description="Prescribing, diagnosing, notes and consultations stay with doctors; accounts and the audit log with administrators."
      error={error}
    >
      <div className={classes.areas}>
        {permissionAreas.map(({ area, acts }) => (
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
          <b>May not:</b> {actWords(others(value)) || 'Everything can be done'}
        </p>
      </div>
    </Input.Wrapper>
  )
}

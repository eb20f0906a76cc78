import { Checkbox } from '@mantine/core'
import type { ComponentProps } from 'react'
import { roles, roleTitles } from '../../../contract/permissions.ts'
import classes from './RolesField.module.css'
import { levelOf, roleAreas } from './role-areas.ts'

/** The roles that somebody may choose from, and a table of what each may do. */
export function RolesField(props: Omit<ComponentProps<typeof Checkbox.Group>, 'children'>) {
  return (
    <div>
      <Checkbox.Group {...props}>
        <div className={classes.roles}>
          {roles.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={roleTitles[role].title}
              description={roleTitles[role].description}
            />
          ))}
        </div>
      </Checkbox.Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard on a narrow phone */}
      <div className={classes.frame} role="group" aria-label="What each role can do" tabIndex={0}>
        <table className={classes.table} aria-label="What each role can do">
          <thead>
            <tr>
              <th scope="col">Area</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {roleTitles[role].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roleAreas.map((one) => (
              <tr key={one.area}>
                <th scope="row">{one.area}</th>
                {roles.map((role) => (
                  <td key={role}>{levelOf(role, one) ?? <span className={classes.none}>None</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

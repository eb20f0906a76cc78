import { Checkbox, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { permissionsOf, permissionWords, roles, roleTitles } from '../../contract/permissions.ts'

/** The roles that somebody may choose from, each with what it may do. */
export function RolesField(props: Omit<ComponentProps<typeof Checkbox.Group>, 'children'>) {
  return (
    <Checkbox.Group {...props}>
      <Stack gap="md" mt="md">
        {roles.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={roleTitles[role].title}
            description={`${roleTitles[role].description} May ${listed(
              permissionsOf(role).map((permission) => permissionWords[permission]),
            )}.`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** 'a, b and c' */
function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words)
}

import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { wordsOfRole } from '../../../contract/people/role-names.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { ApiError, api } from '../client/api.ts'
import { AnchorLink } from '../links/links.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { useErrorInTab } from '../ui/tab-title.ts'
import { toast } from '../ui/toast.tsx'
import { AccessPage } from './AccessPage.tsx'
import { meQuery, useMe, useSite } from './account.ts'
import { startPath } from './guards.ts'
import classes from './SelectRole.module.css'

const route = getRouteApi('/signed-in/select-role')

/** The message for a role that could not be saved. */
function failureOf(error: Error): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
    return 'An unexpected error occurred while setting your role. Please try again.'
  }
  if (error.status === 401) return 'User session not found. Please sign in again.'
  return `Failed to set user role: ${error.message}`
}

export function SelectRole() {
  const { from } = route.useSearch()
  const me = useMe()
  const site = useSite()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(
    me.role ?? (me.offeredRoles.length === 1 ? (me.offeredRoles[0] ?? null) : null),
  )
  const [message, setMessage] = useState<string>()
  const role = chosen && me.offeredRoles.includes(chosen) ? chosen : null

  // Offers arrive live; where the stream is down, coming back to the window reads them again.
  useEffect(() => {
    const readAgain = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    window.addEventListener('focus', readAgain)
    return () => window.removeEventListener('focus', readAgain)
  }, [queryClient])

  const save = useMutation({
    mutationFn: (role: string) => api(chooseRole, { body: { role } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(meQuery.queryKey, saved)
      if (saved.role)
        toast.success(`Welcome! You're logged in as ${wordsOfRole(saved.role, saved.ownRoles).title}.`)
      router.history.push(from ?? startPath)
    },
    onError: (error) => setMessage(failureOf(error)),
  })

  function submit(event: React.FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    setMessage(role ? undefined : 'Please select a role')
    if (role) save.mutate(role)
  }

  useErrorInTab(message !== undefined)

  const foot = (
    <>
      Signed in as {me.email}. <AnchorLink to="/sign-out">Sign out</AnchorLink>
    </>
  )

  if (me.offeredRoles.length === 0) {
    return (
      <AccessPage title="No role yet" hospitalName={site.hospitalName} foot={foot}>
        <EmptyState compact title="An administrator must grant you access">
          Ask an administrator of {site.hospitalName} to offer you a role on the Staff page. This page will
          update automatically.
        </EmptyState>
      </AccessPage>
    )
  }

  return (
    <AccessPage
      wide
      title="Select your role"
      hospitalName={site.hospitalName}
      intro={`${me.firstName}, choose your role for this session. You can switch later from your menu.`}
      foot={foot}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {message && (
            <Alert color="red" role="alert">
              {message}
            </Alert>
          )}
          <Radio.Group
            aria-label="Role"
            value={role ?? ''}
            onChange={(value) => {
              setChosen(me.offeredRoles.find((offered) => offered === value) ?? null)
              setMessage(undefined)
            }}
          >
            <div className={classes.cards}>
              {me.offeredRoles
                .map((name) => wordsOfRole(name, me.ownRoles))
                .map((offered) => (
                  <label className={classes.card} htmlFor={`role-${offered.name}`} key={offered.name}>
                    <Radio
                      id={`role-${offered.name}`}
                      value={offered.name}
                      aria-label={offered.title}
                      aria-describedby={`about-${offered.name}`}
                    />
                    <span>
                      <Text span fw={600} display="block">
                        {offered.title}
                      </Text>
                      <Text span c="dimmed" display="block" id={`about-${offered.name}`}>
                        {offered.description}
                      </Text>
                    </span>
                  </label>
                ))}
            </div>
          </Radio.Group>
          <Group justify="flex-end">
            <Button type="submit" aria-busy={save.isPending}>
              {save.isPending ? 'Setting role...' : 'Continue'}
            </Button>
          </Group>
        </Stack>
      </form>
    </AccessPage>
  )
}

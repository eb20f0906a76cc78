import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { question, signOut } from './sign-out.ts'

/** Signs out where no screen is open, or a cover stands before it. */
export function WayOut({ goOn, isGone }: { goOn: () => Promise<void>; isGone?: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  const leave = useMutation({
    mutationFn: async ({ isTold }: { isTold: boolean }) => {
      if ((await signOut(goOn, { isTold, isGone })) === 'unsaved') setIsAsking(true)
    },
  })
  useEffect(() => {
    if (wasAsking.current && !isAsking) button.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  function press(isTold: boolean) {
    if (!leave.isPending) leave.mutate({ isTold })
  }

  return (
    <Stack gap="xs" w={isAsking ? '100%' : undefined}>
      {leave.error && (
        <Alert color="red" role="alert">
          {leave.error.message}
        </Alert>
      )}
      {isAsking ? (
        <Question
          isBusy={leave.isPending}
          onConfirm={() => press(true)}
          onCancel={() => {
            if (leave.isPending) return
            leave.reset()
            setIsAsking(false)
          }}
        />
      ) : (
        <Button
          ref={button}
          variant="subtle"
          color="gray"
          onClick={() => press(false)}
          aria-busy={leave.isPending}
        >
          {leave.isPending ? question.busyLabel : 'Sign out'}
        </Button>
      )}
    </Stack>
  )
}

/** Stands in the place of the button, because a dialog would lie behind the cover. */
function Question({
  isBusy,
  onConfirm,
  onCancel,
}: {
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  return (
    // A fieldset would be named as one of the form's fields.
    <Stack
      gap="xs"
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <Text fw={600} id={`${id}-title`}>
        {question.title}
      </Text>
      <Text id={`${id}-text`}>{question.text}</Text>
      <Group justify="flex-end" gap="xs">
        <Button ref={cancel} variant="default" onClick={onCancel} aria-disabled={isBusy}>
          Cancel
        </Button>
        <Button color="red" onClick={onConfirm} aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? question.busyLabel : question.confirmLabel}
        </Button>
      </Group>
    </Stack>
  )
}

import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { setLogo } from '../../../contract/hospital/settings.ts'
import { api } from '../../ground/client/api.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { useLogo } from '../../ground/sign-in/logo.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import classes from './LogoField.module.css'
import { logoOf } from './logo-picture.ts'

/** The hospital's own picture, which stands for it on screens and prints. It is changed at once. */
export function LogoField() {
  const { hospitalName, logoMark } = useSite()
  const logo = useLogo()
  const forgetFile = useRef<() => void>(null)
  const change = useMutation({
    mutationFn: async (file: File | null) => api(setLogo, { body: { logo: file && (await logoOf(file)) } }),
    onSuccess: (saved) => toast.success(saved.logoMark ? 'Logo saved' : 'Logo removed'),
    onError: (error) => toast.error(refusedAct(error, 'Logo not saved')),
  })
  return (
    <div className={classes.place}>
      <Section title="Logo" description="Shown on every screen and on prints.">
        <Group gap="md">
          <div className={classes.frame} data-shown={logo ? true : undefined}>
            {logo ? (
              <img src={logo} alt={`Logo of ${hospitalName}`} />
            ) : (
              <Text size="xs" c="dimmed">
                No logo
              </Text>
            )}
          </div>
          <FileButton
            accept="image/png,image/webp,image/jpeg"
            resetRef={forgetFile}
            onChange={(file) => {
              if (file) change.mutate(file)
              // Browsers say nothing of a file that was chosen before, which may be another picture by now.
              forgetFile.current?.()
            }}
            inputProps={{ 'aria-label': 'Logo' }}
          >
            {(button) => (
              <Button {...button} variant="default" aria-busy={change.isPending}>
                {change.isPending ? 'Saving…' : logo ? 'Replace Logo' : 'Choose Logo'}
              </Button>
            )}
          </FileButton>
          {logoMark && (
            <Button variant="subtle" onClick={() => change.mutate(null)}>
              Remove Logo
            </Button>
          )}
        </Group>
      </Section>
    </div>
  )
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from './app.ts'

const watched = new WeakMap<TestApp, Promise<unknown>>()

/**
 * How often each table of the database was changed since the first call. Two that are equal say that nothing was done in
 * between; that it was tried may be on record. A change that is rolled back, or that changes no value, is none.
 */
export async function fingerprint(app: TestApp): Promise<Record<string, number>> {
  // Entries about what was read before are written a moment later.
  await app.flushAudit()
  const watching = watched.get(app) ?? app.asOwner(watch)
  watched.set(app, watching)
  await watching
  // Workers do their part a moment later.
  await importsAtRest(app)
  const tables = await app.asOwner<{ name: string; changes: number }>(
    'select name, count(*)::int as changes from watch.change group by name',
  )
  return Object.fromEntries(tables.map(({ name, changes }) => [name, changes]))
}

async function importsAtRest(app: TestApp): Promise<void> {
  for (;;) {
    const working = await app.asOwner(
      `select from import_batch where state in ('READING', 'CHECKING', 'COMMITTING', 'UNDOING')`,
    )
    if (working.length === 0) return
    await sleep(20)
  }
}

/** The database notes it itself: reading every table each time took most of the tests that ask. */
const watch = `
  create schema watch;
  create table watch.change (name text not null);
  -- As the owner, because every account's changes are noted.
  create function watch.note() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'UPDATE' and old::text = new::text then return null; end if;
      if tg_argv[0] = 'audit_entry' then
        if (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> 'outcome' <> 'done' then
          return null;
        end if;
      end if;
      insert into watch.change values (tg_argv[0]);
      return null;
    end $$;
  do $$
    declare
      watched text;
    begin
      for watched in
        select oid::regclass::text from pg_class
        where relkind in ('r', 'p') and not relispartition
          and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'watch')
      loop
        execute format(
          'create trigger watched after insert or update or delete on %1$s for each row execute function watch.note(%1$L)',
          watched);
      end loop;
    end $$`

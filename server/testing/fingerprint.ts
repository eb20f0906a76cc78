import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from './app.ts'
import type { TestDatabase } from './database.ts'

interface Watched {
  begun: Promise<unknown>
  changes: Record<string, number>
}
const watched = new WeakMap<TestDatabase, Watched>()

/**
 * How often each table of the database was changed since the first call. Two that are equal say that nothing was done in
 * between; that it was tried may be on record. A change that is rolled back, or that changes no value, is none.
 */
export async function fingerprint(app: TestApp): Promise<Record<string, number>> {
  // Entries about what was read before are written a moment later.
  await app.flushAudit()
  const watching = watched.get(app.database) ?? { begun: app.asOwner(watch), changes: {} }
  watched.set(app.database, watching)
  await watching.begun
  // Workers do their part a moment later, and the end of an export is noted after its last byte.
  await atRest(app)
  // A walk asks a thousand times, so the changes that were counted are taken away.
  const tables = await app.asOwner<{ name: string; changes: number }>(
    `with counted as (delete from watch.change returning name)
     select name, count(*)::int as changes from counted group by name`,
  )
  for (const { name, changes } of tables) watching.changes[name] = (watching.changes[name] ?? 0) + changes
  return { ...watching.changes }
}

async function atRest(app: TestApp): Promise<void> {
  for (;;) {
    const working = await app.asOwner(
      `select from import_batch where state in ('READING', 'CHECKING', 'COMMITTING', 'UNDOING')
       union all select from hospital_export where begun_at is not null and ended_at is null`,
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

-- How much of a date of birth is known (record 100). The date kept is the first day of the month or year that is.
create type birth_precision as enum ('DAY', 'MONTH', 'YEAR');
alter table patient
  add column birth_precision birth_precision not null default 'DAY',
  -- Validated by the next migration, which lets others write meanwhile.
  add constraint patient_birth_is_first_day check (
    case birth_precision
      when 'DAY' then true
      when 'MONTH' then extract(day from date_of_birth) = 1
      else extract(doy from date_of_birth) = 1
    end) not valid;

-- Every set of vital signs was written to twelve indexes, which were five times as large as the table. A sign that is in nearly every
-- set is found by going back through the patient's own sets. Those that may be missing for years keep an index (record 24).
drop index vital_signs_latest_temperature;
drop index vital_signs_latest_pulse;
drop index vital_signs_latest_respiratory_rate;
drop index vital_signs_latest_systolic;
drop index vital_signs_latest_oxygen_saturation;
drop index vital_signs_latest_consciousness;
drop index vital_signs_latest_oxygen;

-- Which of the two called an accepted trade off (D56). Null for one called off by staff, or before this migration.
ALTER TABLE `trades` ADD `called_off_by` text REFERENCES `profiles`(`id`);

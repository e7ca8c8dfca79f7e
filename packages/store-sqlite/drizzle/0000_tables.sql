CREATE TABLE `entries` (
	`key` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`appended_at` integer NOT NULL,
	`created_at` text NOT NULL,
	`message` text NOT NULL,
	`details` text,
	`session_key` integer GENERATED ALWAYS AS (key >> 26) VIRTUAL,
	`seq` integer GENERATED ALWAYS AS (key & 67108863) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entries_by_id` ON `entries` (`session_key`,`id`);--> statement-breakpoint
CREATE TABLE `media` (
	`session_key` integer NOT NULL,
	`sha256` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`session_key`, `sha256`)
);
--> statement-breakpoint
CREATE TABLE `records` (
	`key` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`record` text NOT NULL,
	`session_key` integer GENERATED ALWAYS AS (key >> 26) VIRTUAL,
	`record_seq` integer GENERATED ALWAYS AS (key & 67108863) VIRTUAL
);
--> statement-breakpoint
CREATE INDEX `records_by_type` ON `records` (`session_key`,`type`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`agent` text NOT NULL,
	`title` text,
	`metadata` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`record_count` integer DEFAULT 0 NOT NULL,
	`epoch` integer DEFAULT 0 NOT NULL,
	`searchable_count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);
CREATE TABLE `days` (
	`day` text NOT NULL,
	`decision` text NOT NULL,
	`count` integer NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	PRIMARY KEY(`day`, `decision`)
);
--> statement-breakpoint
CREATE TABLE `gate_results` (
	`seq` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`policy` text NOT NULL,
	`gate` text NOT NULL,
	`kind` text NOT NULL,
	`enforce` text NOT NULL,
	`decision` text NOT NULL,
	PRIMARY KEY(`seq`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `gate_results_gate` ON `gate_results` (`gate`,`seq`);--> statement-breakpoint
CREATE TABLE `policy_results` (
	`seq` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`policy` text NOT NULL,
	`decision` text NOT NULL,
	`label` text NOT NULL,
	`digest` text NOT NULL,
	PRIMARY KEY(`seq`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `policy_results_policy` ON `policy_results` (`policy`,`seq`);--> statement-breakpoint
CREATE TABLE `policy_versions` (
	`policy` text NOT NULL,
	`digest` text NOT NULL,
	`source` text NOT NULL,
	`release` integer NOT NULL,
	`split` integer NOT NULL,
	`hold` integer NOT NULL,
	`first_seen` integer NOT NULL,
	`last_seen` integer NOT NULL,
	`last_seq` integer NOT NULL,
	PRIMARY KEY(`policy`, `digest`)
);
--> statement-breakpoint
CREATE TABLE `reason_days` (
	`day` text NOT NULL,
	`policy` text NOT NULL,
	`code` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `policy`, `code`)
);
--> statement-breakpoint
CREATE TABLE `reasons` (
	`seq` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`policy` text NOT NULL,
	`gate` text NOT NULL,
	`code` text NOT NULL,
	`subject` text,
	PRIMARY KEY(`seq`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `reasons_code` ON `reasons` (`code`,`seq`);--> statement-breakpoint
CREATE TABLE `ruleset_files` (
	`ruleset_digest` text NOT NULL,
	`ordinal` integer NOT NULL,
	`policy` text NOT NULL,
	`source` text NOT NULL,
	`digest` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`ruleset_digest`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `ruleset_files_policy` ON `ruleset_files` (`policy`,`digest`);--> statement-breakpoint
CREATE TABLE `rulesets` (
	`digest` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sightings` (
	`seq` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`seq`, `ordinal`)
);
--> statement-breakpoint
CREATE TABLE `snapshots` (
	`evidence_digest` text PRIMARY KEY NOT NULL,
	`withheld` text NOT NULL,
	`json` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `verdicts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`receipt` text NOT NULL,
	`decision` text NOT NULL,
	`action` text NOT NULL,
	`repo` text,
	`commit` text,
	`ref` text,
	`job` text,
	`actor` text,
	`ruleset_digest` text NOT NULL,
	`evidence_digest` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`reason_count` integer NOT NULL,
	`top_reasons` text NOT NULL,
	`policies` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	`verdict` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verdicts_receipt` ON `verdicts` (`receipt`);--> statement-breakpoint
CREATE INDEX `verdicts_decision` ON `verdicts` (`decision`);--> statement-breakpoint
CREATE INDEX `verdicts_action` ON `verdicts` (`action`);--> statement-breakpoint
CREATE INDEX `verdicts_repo` ON `verdicts` (`repo`);--> statement-breakpoint
CREATE INDEX `verdicts_job` ON `verdicts` (`job`);--> statement-breakpoint
CREATE INDEX `verdicts_actor` ON `verdicts` (`actor`);
"""Tests of the vendor kit, with programs of their own."""

"""What recall is measured by: public benchmarks, and one of our own."""
